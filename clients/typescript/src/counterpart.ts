// An app at the service: how it gets to the tokens of a business.
import { Business } from './business.ts';
import { Denied, Disconnected, NoTokens, NotSaved, OAuthError, StateMismatch, WrongIssuer } from './errors.ts';
import { Quota } from './limits.ts';
import { randomText, s256 } from './random.ts';
import { apiVersion, release } from './release.ts';
import { memoryStore, type TokenSet, type TokenStore } from './store.ts';
import { bodyOf, inBrowser, oauthError, Transport, type TransportOptions } from './transport.ts';

export interface Config extends TransportOptions {
  /** The API host; everything else is found from there. */
  host: string;
  clientId: string;
  /** None for a public client. Never in a browser. */
  clientSecret?: string | undefined;
  redirectUri?: string;
  /** Where tokens are kept; in memory. */
  store?: TokenStore;
  /** The version of the API that calls speak; the one that this release was made for. */
  version?: string;
  /** Waits for the limit's reset where nothing is left, instead of being refused. */
  pace?: boolean;
  /** Is told when a business has ended the app's access. */
  onDisconnect?: (ended: Disconnected) => void | Promise<void>;
}

/** Authorization is one request to connect. Keep state and verifier in the person's session. */
export interface Authorization {
  url: string;
  state: string;
  verifier: string;
}

/** DeviceLogin is what a device shows while it waits. */
export interface DeviceLogin {
  userCode: string;
  verificationUri: string;
  /** The same address with the code in it, for a picture to scan. */
  verificationUriComplete: string;
  /** Waits until the person has decided. */
  wait(signal?: AbortSignal): Promise<Business>;
}

/** The server's own description (RFC 8414), as much of it as is used. */
interface Metadata {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  revocation_endpoint: string;
  device_authorization_endpoint: string;
  api_version_header: string;
}

interface Grant {
  access_token: string;
  refresh_token?: string;
  expires_in: number;
  scope: string;
}

const wellKnown = '/.well-known/oauth-authorization-server';
const metadataKept = 3_600_000;
/** Less than the 30 seconds for which a store's lock holds. */
const refreshLimit = 25_000;
/** An access token with less than this left is as good as ended. */
const soon = 60_000;

/** Counterpart is the app. Make one with `discover`, and share it: it is safe for many calls at once. */
export class Counterpart {
  readonly host: string;
  readonly version: string;
  readonly transport: Transport;
  readonly #config: Config;
  readonly #store: TokenStore;
  readonly #quotas = new Map<string, Quota>();
  #metadata: Promise<Metadata> | undefined;
  #readAt = 0;
  /** The refresh that is under way, by business. */
  readonly #refreshing = new Map<string, Promise<TokenSet>>();

  private constructor(config: Config) {
    if (config.clientSecret && inBrowser()) {
      throw new Error('A client secret does not belong into a browser. Register a public client for it.');
    }
    this.#config = config;
    this.#store = config.store ?? memoryStore();
    this.host = new URL(config.host).origin;
    this.version = config.version ?? apiVersion;
    this.transport = new Transport(config, release);
  }

  /** Reads what the service says of itself, and makes the app. */
  static async discover(config: Config): Promise<Counterpart> {
    const app = new Counterpart(config);
    await app.metadata();
    return app;
  }

  /** Where to send a person who wants to connect the app to a business. */
  async authorize(scopes: readonly string[], { resource }: { resource?: string } = {}): Promise<Authorization> {
    if (!scopes.includes('profile:read')) throw new Error('Ask for profile:read too: it tells which business was connected.');
    const { authorization_endpoint } = await this.metadata();
    const [state, verifier] = [randomText(), randomText()];
    const url = new URL(authorization_endpoint);
    for (const [name, value] of Object.entries({
      response_type: 'code', client_id: this.#config.clientId, redirect_uri: this.redirectUri(), scope: scopes.join(' '), state,
      code_challenge: await s256(verifier), code_challenge_method: 'S256', ...(resource ? { resource } : {}),
    })) {
      url.searchParams.set(name, value);
    }
    return { url: url.href, state, verifier };
  }

  /** Takes what came back to the redirect URI, and returns the business that was connected. */
  async exchange(began: Pick<Authorization, 'state' | 'verifier'>, callback: URLSearchParams): Promise<Business> {
    if (callback.get('state') !== began.state) throw new StateMismatch();
    const { issuer } = await this.metadata();
    if (callback.get('iss') !== issuer) throw new WrongIssuer(issuer, callback.get('iss') ?? '');
    const error = callback.get('error');
    if (error !== null) {
      throw new (error === 'access_denied' ? Denied : OAuthError)(error, callback.get('error_description') ?? '');
    }
    return this.connected(await this.grant({
      grant_type: 'authorization_code', code: callback.get('code') ?? '', redirect_uri: this.redirectUri(), code_verifier: began.verifier,
    }));
  }

  /** Connects a device that has no browser: show the code, then wait. */
  async device(scopes: readonly string[]): Promise<DeviceLogin> {
    const { device_authorization_endpoint } = await this.metadata();
    const answer = await this.posts(device_authorization_endpoint, { scope: scopes.join(' ') });
    if (!answer.ok) throw await oauthError(answer);
    const shown = (await answer.json()) as { device_code: string; user_code: string; verification_uri: string; verification_uri_complete: string; interval?: number };
    return {
      userCode: shown.user_code,
      verificationUri: shown.verification_uri,
      verificationUriComplete: shown.verification_uri_complete,
      wait: async (signal) => this.connected(await this.polls(shown.device_code, shown.interval ?? 5, signal)),
    };
  }

  private async polls(device_code: string, interval: number, signal?: AbortSignal): Promise<Grant> {
    for (let every = interval; ; ) {
      await this.transport.waits(every * 1000, signal);
      try {
        return await this.grant({ grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code }, signal ? { signal } : {});
      } catch (error) {
        if (!(error instanceof OAuthError)) throw error;
        if (error.code === 'access_denied') throw new Denied(error.code, error.description, error.status, error.requestId);
        if (error.code === 'slow_down') every += 5;
        else if (error.code !== 'authorization_pending') throw error;
      }
    }
  }

  /** Trades the session token of an embedded page for access to its business, for an hour and without a store. */
  async exchangeSession(sessionToken: string): Promise<Business> {
    const grant = await this.grant({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange', subject_token: sessionToken,
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    });
    return this.connected(grant, memoryStore());
  }

  /** A business that connected the app before. Nothing is asked until it is used. */
  business(id: string): Business {
    return this.of(id, this.#store);
  }

  private of(id: string, store: TokenStore): Business {
    return new Business(id, {
      app: this,
      token: (not) => this.token(id, store, not),
      refused: (error) => this.ended(new Disconnected(id, 'refused', error)),
      versionHeader: async () => (await this.metadata()).api_version_header,
      pace: this.#config.pace ?? false,
      quota: this.quotaOf(id),
      end: () => this.revoke(id, store),
    });
  }

  private quotaOf(id: string): Quota {
    const quota = this.#quotas.get(id) ?? new Quota();
    this.#quotas.set(id, quota);
    return quota;
  }

  /** Saves first tokens under the business that they are for. */
  private async connected(grant: Grant, store = this.#store): Promise<Business> {
    const tokens = tokensOf(grant);
    const asking = memoryStore();
    await asking.save('', tokens);
    const me = await this.of('', asking).me();
    const id = me.business.id;
    await store.save(id, tokens).catch((cause: unknown) => {
      throw new NotSaved(id, tokens, cause);
    });
    return this.of(id, store);
  }

  /** An access token that works for a minute at least, and is not the one that was just refused. */
  private async token(business: string, store: TokenStore, refused?: string): Promise<string> {
    const tokens = await store.load(business);
    if (!tokens) throw new NoTokens(business);
    const fresh = tokens.access !== refused && tokens.expires - Date.now() > soon;
    if (fresh || (!tokens.refresh && tokens.access !== refused)) return tokens.access;
    if (!tokens.refresh) throw await this.ended(new Disconnected(business, 'expired'));
    let under = this.#refreshing.get(business);
    if (!under) {
      under = store.lock(business, () => this.refresh(business, store, tokens.access)).finally(() => this.#refreshing.delete(business));
      this.#refreshing.set(business, under);
    }
    return (await under).access;
  }

  /** Trades the refresh token, unless somebody else did while we waited for the lock. */
  private async refresh(business: string, store: TokenStore, old: string): Promise<TokenSet> {
    const tokens = await store.load(business);
    if (!tokens?.refresh) throw new NoTokens(business);
    if (tokens.access !== old) return tokens;
    const { refresh } = tokens;
    // Saved before it is sent: whoever dies in between repeats it and gets the same answer.
    const refreshKey = tokens.refreshKey ?? randomText();
    if (!tokens.refreshKey) await store.save(business, { ...tokens, refreshKey });
    const grant = await this.grant({ grant_type: 'refresh_token', refresh_token: refresh }, {
      headers: { 'Idempotency-Key': refreshKey }, signal: AbortSignal.timeout(refreshLimit),
    }).catch(async (error: unknown) => {
      if (!(error instanceof OAuthError) || error.code !== 'invalid_grant') throw error;
      await store.delete(business);
      throw await this.ended(new Disconnected(business, error.description, error));
    });
    const next = tokensOf(grant);
    await store.save(business, next).catch((cause: unknown) => {
      throw new NotSaved(business, next, cause);
    });
    return next;
  }

  /** Tells the app that a business has ended its access, and returns what to throw. */
  private async ended(why: Disconnected): Promise<Disconnected> {
    await this.#config.onDisconnect?.(why);
    return why;
  }

  private async revoke(business: string, store: TokenStore): Promise<void> {
    const tokens = await store.load(business);
    if (!tokens) return;
    const answer = await this.posts((await this.metadata()).revocation_endpoint, { token: tokens.refresh ?? tokens.access });
    if (!answer.ok) throw await oauthError(answer);
    await store.delete(business);
  }

  private async grant(fields: Record<string, string>, more: { headers?: Record<string, string>; signal?: AbortSignal } = {}): Promise<Grant> {
    const answer = await this.posts((await this.metadata()).token_endpoint, fields, more);
    if (!answer.ok) throw await oauthError(answer);
    return (await answer.json()) as Grant;
  }

  private posts(to: string, fields: Record<string, string>, more: { headers?: Record<string, string>; signal?: AbortSignal } = {}): Promise<Response> {
    const { clientId, clientSecret } = this.#config;
    const body = new URLSearchParams({ client_id: clientId, ...(clientSecret ? { client_secret: clientSecret } : {}), ...fields });
    const url = new URL(to);
    return this.transport.send({
      method: 'POST', url, body: body.toString(), signal: more.signal,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...more.headers },
      // Only what carries a key, or changes nothing, may be sent twice.
      repeats: more.headers?.['Idempotency-Key'] !== undefined,
    });
  }

  private redirectUri(): string {
    if (!this.#config.redirectUri) throw new Error('redirectUri is not configured.');
    return this.#config.redirectUri;
  }

  private metadata(): Promise<Metadata> {
    if (!this.#metadata || Date.now() - this.#readAt > metadataKept) {
      this.#readAt = Date.now();
      const read = this.readMetadata();
      this.#metadata = read;
      read.catch(() => this.#metadata === read && (this.#metadata = undefined));
    }
    return this.#metadata;
  }

  private async readMetadata(): Promise<Metadata> {
    const url = new URL(wellKnown, this.host);
    const answer = await this.transport.send({ method: 'GET', url });
    if (!answer.ok) throw await oauthError(answer);
    const said = (await bodyOf(answer)) as Metadata | undefined;
    if (said?.issuer !== this.host) throw new WrongIssuer(this.host, said?.issuer ?? '');
    return said;
  }

  /** Secrets are not for printing. */
  toJSON(): object {
    return { host: this.host, version: this.version };
  }
}

function tokensOf(grant: Grant): TokenSet {
  return {
    access: grant.access_token,
    ...(grant.refresh_token ? { refresh: grant.refresh_token } : {}),
    scope: grant.scope,
    expires: Date.now() + grant.expires_in * 1000,
  };
}
