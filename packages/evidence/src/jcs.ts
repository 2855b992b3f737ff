import canonicalize from 'canonicalize'

/** The RFC 8785 (JCS) text of a JSON value; throws on what JSON cannot hold (undefined, NaN, functions, lone surrogates). */
export function jcs(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('the value has no JSON form')
  return text
}
