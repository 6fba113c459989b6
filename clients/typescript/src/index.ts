export { Counterpart, type Authorization, type Config, type DeviceLogin } from './counterpart.ts';
export type { AnswerInfo, Business, Call, Event, EventOptions, EventPage, Options, Page } from './business.ts';
export { ApiError, ConnectionFailed, Denied, Disconnected, type ErrorCode, NoTokens, NotSaved, OAuthError, StateMismatch, WrongIssuer } from './errors.ts';
export type { Limits } from './limits.ts';
export { fileStore, memoryStore, type TokenSet, type TokenStore } from './store.ts';
export type { Retry } from './transport.ts';
export type { Body, Item, Query, Result } from './types.ts';
export type { components, operations } from './schema.ts';
export { apiVersion } from './release.ts';
