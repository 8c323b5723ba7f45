/** Whether a login key is one of those that `OPERATORS` lists. */
export const isOperator = ({ operators }: { readonly operators: readonly string[] }, publicKey: string): boolean =>
  operators.includes(publicKey);
