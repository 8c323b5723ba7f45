import { Command, type Option } from 'commander';

interface Refuses {
  unknownOption(flag: string): void;
}

/** A command that names an option it does not know before one that is missing: the first is often the second, misspelt. */
export class CliCommand extends Command {
  override createCommand(name?: string): CliCommand {
    return new CliCommand(name);
  }

  /** Commander calls this by its name, and has told `args` what it does not know by then. */
  missingMandatoryOptionValue(option: Option): void {
    const unknown = this.args.find((it) => /^--?[a-z]/i.test(it));
    if (unknown !== undefined) (this as unknown as Refuses).unknownOption(unknown);
    this.error(`error: required option '${option.flags}' not specified`);
  }
}
