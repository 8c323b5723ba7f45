import { execFile } from 'node:child_process';
import { access, constants, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { UsageError } from './output.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];
const applications = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
  (it) => `/Applications/${it}.app/Contents/MacOS/${it}`,
);
const longestMs = 120_000;

const isProgram = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

const findBrowser = async (path: string): Promise<string> => {
  const folders = path.split(delimiter).filter((it) => it !== '');
  for (const it of [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...applications])
    if (await isProgram(it)) return it;
  throw new UsageError(
    'Printing a PDF needs Chromium, Chrome or Edge, and none of them is here. Install one, or write the page with --html and print it from any browser.',
  );
};

/** Prints a page to a PDF with the browser that is there. The page loads nothing, and the browser keeps nothing. */
export const printPage = async (html: string, file: string): Promise<void> => {
  const browser = await findBrowser(process.env.PATH ?? '');
  const folder = await mkdtemp(join(tmpdir(), 'trigpoint-print-'));
  try {
    const page = join(folder, 'page.html');
    await writeFile(page, html);
    await promisify(execFile)(
      browser,
      [
        ...['--headless', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'],
        // As root Chromium runs only without its sandbox. That is safe, because the page is our own.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        ...[`--user-data-dir=${join(folder, 'profile')}`, '--no-pdf-header-footer'],
        ...[`--print-to-pdf=${resolve(file)}`, pathToFileURL(page).href],
      ],
      { timeout: longestMs },
    );
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
};
