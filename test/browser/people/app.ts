// An app that somebody else made: a web server of its own, on another site than
// the service, that people connect to their businesses.
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addToWorld, type House } from '../house/house.ts';

export interface Registration {
  name?: string;
  type?: 'PUBLIC' | 'CONFIDENTIAL';
  scopes?: string[];
  review?: 'APPROVED' | 'DRAFT';
  /** Where the callback sends people on to: some apps take several steps to come home. */
  leadsOnTo?: string[];
}

type Fields = Record<string, string>;

export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** What a device shows, and what it learns when it asks. */
export interface Device {
  code: string;
  /** The link that holds the code. */
  link: string;
  poll(): Promise<Answer>;
}

export class App {
  /** What came back to the callback, the first first. */
  readonly returns: URLSearchParams[] = [];
  /** The secret half of PKCE. One is enough for a test. */
  readonly verifier = randomBytes(32).toString('base64url');
  /** What the service knows it by; what its makers registered themselves, they tell it. */
  clientId = `app-${randomBytes(6).toString('hex')}`;
  secret = randomBytes(24).toString('hex');
  id = '';

  private constructor(
    private readonly house: House,
    readonly registration: Required<Registration>,
    private readonly server: Server,
    /** By another name than the service's, so it is another site to a browser. */
    readonly origin: string,
  ) {
    server.on('request', (request, response) => {
      this.serve(request, response).catch((err) => response.destroy(err));
    });
  }

  /** An app that runs and that the service does not know yet. */
  static async run(house: House, asked: Registration): Promise<App> {
    const registration = {
      name: 'Ledger Lens',
      type: 'PUBLIC' as const,
      scopes: ['profile:read', 'invoices:read'],
      review: 'APPROVED' as const,
      leadsOnTo: [],
      ...asked,
    };
    const server = createServer();
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const { port } = server.address() as AddressInfo;
    return new App(house, registration, server, `http://localhost:${port}`);
  }

  static async register(house: House, asked: Registration): Promise<App> {
    const app = await App.run(house, asked);
    app.id = await app.enter();
    return app;
  }

  private async enter(): Promise<string> {
    const { name, type, scopes, review } = this.registration;
    const own = this.clientId; // the world's names are the same in all files
    const { apps } = await addToWorld(this.house, {
      organizations: { [own]: { name: 'Lens Makers' } },
      users: { [own]: { ...this.maker, organizations: { [own]: 'owner' } } },
      apps: {
        [own]: {
          organization: own, name, type, scopes, review, clientId: this.clientId,
          ...(type === 'CONFIDENTIAL' ? { clientSecret: this.secret } : {}),
          redirectUris: [this.callback], appUrl: `${this.origin}/embedded`,
        },
      },
    });
    return apps[own]!.id;
  }

  /** Who made it. */
  get maker(): { name: string; email: string; password: string } {
    return { name: 'Max Maker', email: `max.${this.clientId}@makers.test`, password: this.secret };
  }

  get callback(): string {
    return `${this.origin}/callback`;
  }

  // ---- what it asks of the service ----

  /** Where the app sends somebody who wants to connect it. A parameter of undefined is left out. */
  request(changes: Record<string, string | undefined> = {}): string {
    const asked = {
      response_type: 'code',
      client_id: this.clientId,
      redirect_uri: this.callback,
      scope: this.registration.scopes.join(' '),
      state: 'a state of + & ü',
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...changes,
    };
    const sent = Object.entries(asked).filter((pair): pair is [string, string] => pair[1] !== undefined);
    return `${this.house.origin}/oauth/authorize?${new URLSearchParams(sent)}`;
  }

  /** What came back last. */
  lastReturn(): Fields {
    return Object.fromEntries(this.returns.at(-1) ?? []);
  }

  /** Posts a form to the API host, as the app's own server does. */
  async posts(path: string, fields: Fields): Promise<Answer> {
    return answerOf(await fetch(`${this.api}${path}`, { method: 'POST', body: new URLSearchParams({ ...this.credentials(), ...fields }) }));
  }

  /** Who and where the app is with a token. */
  me(token: string): Promise<Answer> {
    return this.calls(token, 'GET', '/me');
  }

  /** Calls the API with a token. */
  async calls(token: string, method: string, path: string, body?: object): Promise<Answer> {
    const headers = { Authorization: `Bearer ${token}`, ...(body ? { 'Content-Type': 'application/json' } : {}) };
    return answerOf(await fetch(`${this.api}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }));
  }

  /** Calls a tool, as an assistant does, and tells what it was answered with. */
  async uses(token: string, tool: string, given: object): Promise<Record<string, any>> {
    const answer = await fetch(`${this.api}/mcp`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': '2025-06-18',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: given } }),
    });
    return ((await answerOf(answer)).body as any).result?.structuredContent ?? {};
  }

  /** Trades the code that came back last for tokens. */
  collects(verifier = this.verifier): Promise<Answer> {
    return this.posts('/oauth/token', {
      grant_type: 'authorization_code',
      code: this.lastReturn()['code'] ?? '',
      redirect_uri: this.callback,
      code_verifier: verifier,
    });
  }

  /** Starts on a device that has no browser of its own. */
  async onADevice(): Promise<Device> {
    const { body } = await this.posts('/oauth/device/authorize', {});
    const waiting = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: String(body['device_code']) };
    return {
      code: String(body['user_code']),
      link: String(body['verification_uri_complete']),
      poll: () => this.posts('/oauth/token', waiting),
    };
  }

  get api(): string {
    return this.house.api;
  }

  private credentials(): Fields {
    const secret: Fields = this.registration.type === 'CONFIDENTIAL' ? { client_secret: this.secret } : {};
    return { client_id: this.clientId, ...secret };
  }

  // ---- what it serves ----

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.origin);
    switch (url.pathname) {
      case '/callback':
        this.returns.push(url.searchParams);
        return this.leadOn(0, response);
      case '/embedded':
        return page(response, embedded);
      case '/session': // the embedded page hands its session token in
        return json(response, await this.exchange(await read(request)));
      case '/favicon.ico':
        return void response.writeHead(204).end();
    }
    const step = /^\/step\/(\d+)$/.exec(url.pathname);
    return step ? this.leadOn(Number(step[1]), response) : page(response, '<h1>Lens Makers</h1>');
  }

  /** The next of the steps home; the last is a page. */
  private leadOn(step: number, response: ServerResponse): void {
    const host = this.registration.leadsOnTo[step];
    if (!host) {
      return page(response, '<h1>Back at the app</h1>');
    }
    const { port } = new URL(this.origin);
    response.writeHead(302, { Location: `http://${host}:${port}/step/${step + 1}` }).end();
  }

  private async exchange(sessionToken: string): Promise<object> {
    const { body } = await this.posts('/oauth/token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: sessionToken,
      subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
    });
    return typeof body['access_token'] === 'string' ? (await this.me(body['access_token'])).body : body;
  }

  close(): Promise<void> {
    return new Promise((closed) => {
      this.server.close(() => closed());
      this.server.closeAllConnections();
    });
  }
}

/** The app's own page: it asks the page around it for a session token, and greets whom its server finds behind it. */
const embedded = `<h1>The app</h1><p id="greeting">Nobody yet</p>
<script>
  addEventListener('message', async ({ data, origin }) => {
    const answer = await fetch('/session', { method: 'POST', body: data.session_token ?? '' });
    const { user, business, error } = await answer.json();
    document.getElementById('greeting').textContent =
      error ?? [data.type, data.id, 'from', origin, 'for', user.name, 'at', business.name].join(' ');
  });
  parent.postMessage({ type: 'session_token.request', id: 'one' }, '*');
</script>`;

function page(response: ServerResponse, html: string): void {
  response.setHeader('Content-Type', 'text/html; charset=utf-8').end(`<!doctype html><title>An app</title>${html}`);
}

function json(response: ServerResponse, body: object): void {
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
}

async function read(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) {
    text += String(part);
  }
  return text;
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  return { status: response.status, body: text ? (JSON.parse(text) as Record<string, unknown>) : {} };
}
