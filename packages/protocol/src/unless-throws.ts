/** What a function gives, or undefined if it throws. Texts of strangers are read with it. */
export const unlessThrows = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};
