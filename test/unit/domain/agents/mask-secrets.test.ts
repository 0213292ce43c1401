import { expect, it } from 'vitest';
import { maskSecrets } from '../../../../mock/agent-platform/domain/agents/mask-secrets.ts';

const server = (members: object) => ({ tools: { mcpServers: [{ id: 'ledger', ...members }] } });
const secret = (secretName: string) => ({ secretName });

it.each([
  [
    'a token',
    server({ auth: { type: 'bearer', token: 's3cret' } }),
    server({ auth: { type: 'bearer', token: secret('LEDGER_TOKEN') } }),
  ],
  [
    'its own credentials',
    server({
      auth: {
        type: 'oauth',
        clientId: 'me',
        tokenUrl: 'https://a.test/t',
        scopes: ['a'],
        credentials: { value: 's3cret' },
      },
    }),
    server({
      auth: {
        type: 'oauth',
        clientId: 'me',
        tokenUrl: 'https://a.test/t',
        scopes: ['a'],
        credentials: { value: secret('LEDGER_CREDENTIALS_VALUE') },
      },
    }),
  ],
  ['a credential that is the whole auth', server({ auth: 's3cret' }), server({ auth: secret('LEDGER') })],
  [
    'unexpected properties',
    server({ auth: { type: 'x', odd: 's3cret', pin: 42 } }),
    server({ auth: { type: 'x', odd: secret('LEDGER_ODD'), pin: secret('LEDGER_PIN') } }),
  ],
  [
    'headers',
    server({ headers: { Authorization: 'Bearer s3cret' } }),
    server({ headers: { Authorization: secret('LEDGER_HEADERS_AUTHORIZATION') } }),
  ],
  [
    'variables',
    server({ env: { API_KEY: 's3cret' } }),
    server({ env: { API_KEY: secret('LEDGER_ENV_API_KEY') } }),
  ],
  ['a key beside the address', server({ apiKey: 's3cret' }), server({ apiKey: secret('LEDGER_APIKEY') })],
  [
    'a user in the URL',
    server({ url: 'https://me:s3cret@a.test/mcp' }),
    server({ url: 'https://a.test/mcp' }),
  ],
  [
    'a token in the query of the URL',
    server({ url: 'https://a.test/mcp?page=1&access_token=s3cret#x' }),
    server({ url: 'https://a.test/mcp?page=1&access_token={LEDGER_URL_ACCESS_TOKEN}#x' }),
  ],
  [
    'an existing reference',
    server({ auth: { token: secret('MINE') } }),
    server({ auth: { token: secret('MINE') } }),
  ],
  ['no value', server({ auth: { token: null } }), server({ auth: { token: null } })],
  [
    'a server without an id',
    {
      tools: {
        mcpServers: [{ name: 'My ledger!', auth: { token: 's3cret' } }, { auth: { token: 's3cret' } }],
      },
    },
    {
      tools: {
        mcpServers: [
          { name: 'My ledger!', auth: { token: secret('MY_LEDGER__TOKEN') } },
          { auth: { token: secret('2_TOKEN') } },
        ],
      },
    },
  ],
  [
    'servers keyed by name',
    { mcpServers: { ledger: { auth: { token: 's3cret' } } } },
    { mcpServers: { ledger: { auth: { token: secret('LEDGER_TOKEN') } } } },
  ],
  [
    'credentials of an external agent',
    { auth: { type: 'bearer', credentials: 's3cret' } },
    { auth: { type: 'bearer', credentials: secret('AGENT_1_CREDENTIALS') } },
  ],
  [
    'a secret anywhere',
    { deep: [{ clientSecret: 's3cret' }] },
    { deep: [{ clientSecret: secret('AGENT_1_DEEP_1_CLIENTSECRET') }] },
  ],
])('replaces %s', (_, config, masked) => {
  expect(maskSecrets(config, 'agent_1')).toEqual(masked);
});

it('leaves everything else unchanged', () => {
  const config = {
    model: 'mock-1',
    systemPrompt: 'Never share a password. See https://a.test/?q=token or me@a.test',
    maxTokens: 100,
    tokens: ['a'],
    tools: { approval: { require: ['refund'], timeout: 5 }, mcpServers: [] },
    nothing: null,
    voice: { provider: 'x' },
  };
  expect(maskSecrets(config, 'agent_1')).toEqual(config);
  expect(maskSecrets(null, 'agent_1')).toBeNull();
});

it('does not mutate its input', () => {
  const config = server({ auth: { token: 's3cret' } });
  maskSecrets(config, 'agent_1');
  expect(config).toEqual(server({ auth: { token: 's3cret' } }));
});
