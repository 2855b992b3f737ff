import { httpsUrl, type Reach, Refused } from '../http/index.ts'

/**
 * The address of a push service that a browser gave. Refuses what is no https:// address, what leads to a private one, and what is neither
 * a browser's service at port 443 nor one that the operator lists (`PUSH_SERVICES`).
 */
export async function pushEndpoint(text: string, reach: Reach, ofOperator: readonly string[]): Promise<URL> {
  const url = await httpsUrl(text, reach)
  if (url === 'INVALID') throw new Refused('PUSH_INVALID')
  if (url === 'PRIVATE') throw new Refused('PUSH_PRIVATE')
  if (!isKnownService(url, ofOperator)) throw new Refused('PUSH_INVALID')
  return url
}

const services: readonly (readonly [end: RegExp, name: string])[] = [
  [/^fcm\.googleapis\.com$/, 'push-google'],
  [/\.push\.services\.mozilla\.com$/, 'push-mozilla'],
  [/\.push\.apple\.com$/, 'push-apple'],
  [/\.notify\.windows\.com$/, 'push-windows'],
]

/** A browser's service at port 443, or a host (with its port where that is another) of the operator's list. */
export const isKnownService = (url: URL, ofOperator: readonly string[]): boolean =>
  (url.port === '' && services.some(([end]) => end.test(url.hostname))) || ofOperator.includes(url.host)

/** Whose push service it is: one that fails holds up none of the others. */
export const pushService = (url: URL): string => services.find(([end]) => end.test(url.hostname))?.[1] ?? 'push-other'
