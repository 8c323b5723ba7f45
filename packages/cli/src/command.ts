import { Command, type Option } from 'commander';

interface Refuses {
  unknownOption(flag: string): void;
}

/** A command that reports an unknown option before a missing one, because the unknown option is often the missing one misspelt. */
export class CliCommand extends Command {
  override createCommand(name?: string): CliCommand {
    return new CliCommand(name);
  }

  /** Overrides a method of commander. When it is called, `args` has the options that the command does not know. */
  missingMandatoryOptionValue(option: Option): void {
    const unknown = this.args.find((it) => /^--?[a-z]/i.test(it));
    if (unknown !== undefined) (this as unknown as Refuses).unknownOption(unknown);
    this.error(`error: required option '${option.flags}' not specified`);
  }
}
