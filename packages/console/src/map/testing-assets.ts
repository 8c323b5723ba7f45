import { register } from 'node:module';

/**
 * Lets Node import what vite would hand over as an address (`…json?url`): the path of the file below `origin`.
 * Call it before the first import of a module that needs it.
 */
export const allowAssetImports = (origin = ''): void => {
  const hooks = `
    export const resolve = async (specifier, context, next) => {
      if (!specifier.endsWith('?url')) return next(specifier, context);
      const { url } = await next(specifier.slice(0, -4), context);
      const address = ${JSON.stringify(origin)} + new URL(url).pathname;
      return { url: 'data:text/javascript,export default ' + encodeURIComponent(JSON.stringify(address)), shortCircuit: true };
    };`;
  register(`data:text/javascript,${encodeURIComponent(hooks)}`);
};
