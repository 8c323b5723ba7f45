// Runs before the first paint, so that a chosen theme never flashes the other one, and no other language is seen first.
{
  const root = document.documentElement;
  const languages = ['en', 'de'];
  let chosen = null;
  try {
    const theme = localStorage.getItem('trigpoint-theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    chosen = localStorage.getItem('trigpoint-language');
  } catch {
    // Storage may be closed to us; the system's choice then holds.
  }
  const wanted = [chosen, ...navigator.languages].map((it) => it?.slice(0, 2));
  root.lang = wanted.find((it) => languages.includes(it)) ?? 'en';
}
