/** The version of the software. All packages have the same. */
export const softwareVersion = '0.1.0';
