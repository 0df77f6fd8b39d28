import { registerHooks } from 'node:module';
import extras from '../../../extras/package.json' with { type: 'json' };
import packageJson from '../../../package.json' with { type: 'json' };
import playground from '../../../playground/package.json' with { type: 'json' };

const hidden = Object.keys({ ...extras.dependencies, ...playground.devDependencies }).filter(
  name => !(name in packageJson.dependencies),
);

// Loaded before a script: our sources do not find the packages of the workspaces. Other packages may need some.
registerHooks({
  resolve(specifier, context, next) {
    const isOurs = !context.parentURL?.includes('/node_modules/');
    if (isOurs && hidden.some(name => `${specifier}/`.startsWith(`${name}/`)))
      throw Object.assign(new Error(`Cannot find package '${specifier}'`), { code: 'ERR_MODULE_NOT_FOUND' });
    return next(specifier, context);
  },
});
