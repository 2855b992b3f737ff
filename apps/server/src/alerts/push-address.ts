import { httpsUrl, type Reach, Refused } from '../http/index.ts'

/** The address of a push service that a browser gave. Refuses what is no https:// address, and what leads to a private one. */
export async function pushEndpoint(text: string, reach: Reach): Promise<URL> {
  const url = await httpsUrl(text, reach)
  if (url === 'INVALID') throw new Refused('PUSH_INVALID')
  if (url === 'PRIVATE') throw new Refused('PUSH_PRIVATE')
  return url
}

const services: readonly (readonly [end: RegExp, name: string])[] = [
  [/(^|\.)googleapis\.com$/, 'push-google'],
  [/(^|\.)mozilla\.com$/, 'push-mozilla'],
  [/(^|\.)apple\.com$/, 'push-apple'],
  [/(^|\.)windows\.com$/, 'push-windows'],
]

/** Whose push service it is: one that fails holds up none of the others. */
export const pushService = (url: URL): string => services.find(([end]) => end.test(url.hostname))?.[1] ?? 'push-other'
