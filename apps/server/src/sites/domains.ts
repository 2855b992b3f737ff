import { domainToASCII } from 'node:url'

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** A domain as hosts are compared with: lower case, punycode, no dot at its end; null where it is none. Addresses of machines are none. */
export function domainOf(text: string): string | null {
  const written = text.trim().replace(/\.$/, '')
  // What an address holds beside the name is no part of a name.
  if (/[\s:/@?#%\\[\]]/.test(written)) return null
  const name = domainToASCII(written).toLowerCase()
  const labels = name.split('.')
  const isName = labels.length > 1 && name.length <= 253 && labels.every((one) => label.test(one))
  return isName && /[a-z]/.test(labels.at(-1) ?? '') ? name : null
}
