export * from './campaigns.ts';
export * from './client.ts';
export * from './request.ts';
export * from './signers.ts';
export * from './verify-signature.ts';
export * from './wallets.ts';
