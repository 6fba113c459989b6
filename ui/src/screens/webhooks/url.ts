import { t } from '#/texts';

/** wrongUrl says what can be told of an address without asking; the service looks at the rest. */
export function wrongUrl(url: string): string | undefined {
  if (url.trim() === '') return t.webhooks.urlMissing;
  return /^https:\/\/./i.test(url.trim()) ? undefined : t.webhooks.urlNotHttps;
}
