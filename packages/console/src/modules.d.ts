declare module '*.css';
declare module '*?url' {
  const url: string;
  // biome-ignore lint/style/noDefaultExport: it is how vite hands over the address of a file
  export default url;
}
