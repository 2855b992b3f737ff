import { keyIdForm, keyOf, type ProtocolKey } from './keys.ts'
import { hmacHex, sameHex } from './signature.ts'

const mark = '&signature='

/** The text under the signature of a link: host, and path with the query up to its signature. */
const linkText = (host: string, signed: string): string => ['MARU-1-LINK', host.toLowerCase(), signed].join('\n')

/**
 * Signs a link that a member's browser opens at the provider: no call is made for it. `expires`, `key` and `signature` are added
 * to its query, in this order and at its end.
 */
export function signLink(link: string, key: ProtocolKey, expires: number): string {
  const url = new URL(link)
  url.hash = ''
  url.searchParams.set('expires', String(expires))
  url.searchParams.set('key', key.id)
  return `${url.href}${mark}${hmacHex(key.secret, linkText(url.host, `${url.pathname}${url.search}`))}`
}

export type LinkVerdict =
  | { readonly ok: true; readonly query: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly fault: 'SIGNATURE' | 'EXPIRED' }

/** Verifies a link that a browser brought: `host` as in the Host header, `path` with the whole query. */
export function verifyLink(
  { host, path }: { readonly host: string; readonly path: string },
  keys: readonly ProtocolKey[],
  now: number,
): LinkVerdict {
  const at = path.lastIndexOf(mark)
  const signed = path.slice(0, Math.max(0, at))
  const signature = path.slice(at + mark.length)
  const query = new Map(new URLSearchParams(signed.split('?')[1] ?? ''))
  const id = query.get('key') ?? ''
  const expires = query.get('expires') ?? ''
  const isWellFormed = at > 0 && /^[0-9a-f]{64}$/.test(signature) && keyIdForm.test(id) && /^[1-9]\d{12}$/.test(expires)
  const key = isWellFormed ? keyOf(keys, id, now) : null
  const text = linkText(host, signed)
  if (key === null || !sameHex(hmacHex(key.secret, text), signature)) return { ok: false, fault: 'SIGNATURE' }
  return now > Number(expires) ? { ok: false, fault: 'EXPIRED' } : { ok: true, query }
}
