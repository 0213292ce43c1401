/** Rules about access: credentials, permissions, and idempotency keys. */
import { asArray, child, follow, isObject } from './nodes.mjs';

/** Requires a 401 with `WWW-Authenticate` where a credential is required, and `x-auth` where none is. */
export function Auth401() {
  let ofRoot = [];
  return {
    Root: {
      enter(root) {
        ofRoot = asArray(root.security);
      },
    },
    Operation(operation, { report, location, resolve }) {
      const security = operation.security === undefined ? ofRoot : asArray(operation.security);
      const isOpen =
        security.length === 0 || security.some((alternative) => Object.keys(alternative).length === 0);
      if (isOpen) {
        if (!isObject(operation['x-auth']))
          report({
            message:
              'This operation requires no credential. Describe in `x-auth` how the caller is authenticated, or why that is not required.',
            location: location.key(),
          });
        return;
      }
      const response = follow(operation.responses?.['401'], location.child(['responses', '401']), resolve);
      if (response.node === undefined) {
        report({
          message: 'This operation requires a credential but documents no 401.',
          location: location.key(),
        });
        return;
      }
      const names = Object.keys(child(response, resolve, 'headers').node ?? {});
      if (!names.some((name) => name.toLowerCase() === 'www-authenticate'))
        report({ message: 'A 401 requires the header `WWW-Authenticate`.', location: response.location });
    },
  };
}

/** Requires that scopes are listed in `x-scope-catalog`. */
export function Scopes() {
  let catalogued = new Set();
  return {
    Root: {
      enter(root, { report, location }) {
        const entries = asArray(root['x-scope-catalog']?.scopes);
        catalogued = new Set(entries.map((entry) => entry?.name));
        for (const [index, entry] of entries.entries())
          for (const [position, scope] of asArray(entry?.implies).entries())
            if (!catalogued.has(scope))
              report({
                message: `\`${entry.name}\` implies \`${scope}\`, which is not in the catalog.`,
                location: location.child(['x-scope-catalog', 'scopes', index, 'implies', position]),
              });
      },
    },
    SecurityRequirement(requirement, { report, location }) {
      for (const [scheme, scopes] of Object.entries(requirement))
        for (const [index, scope] of asArray(scopes).entries())
          if (!catalogued.has(scope))
            report({
              message: `The scope \`${scope}\` is not in \`x-scope-catalog\`.`,
              location: location.child([scheme, index]),
            });
    },
  };
}

/** Requires the header and the conflict status of `x-idempotency`. */
export function Idempotency() {
  return {
    Operation(operation, { report, location, resolve }) {
      const declared = operation['x-idempotency'];
      if (!isObject(declared)) return;
      const place = location.child(['x-idempotency']);
      const takesHeader = asArray(operation.parameters).some((item, index) => {
        const { node } = follow(item, location.child(['parameters', index]), resolve);
        return (
          node?.in === 'header' && String(node.name).toLowerCase() === String(declared.header).toLowerCase()
        );
      });
      if (!takesHeader)
        report({ message: `The header parameter \`${declared.header}\` is missing.`, location: place });
      const mismatch = String(declared.mismatch);
      if (operation.responses?.[mismatch] === undefined)
        report({
          message: `A key reused with a different body returns ${mismatch}, which is not documented.`,
          location: place,
        });
    },
  };
}
