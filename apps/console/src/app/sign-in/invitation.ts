/** What the link of a new account's mail carries. */
export interface Invitation {
  readonly username: string
  readonly code: string
}

/** Reads the link of the mail and takes it out of the address, so that neither history nor a copied address holds the code. */
export function takeInvitation(): Invitation | null {
  const found = /^#activate\/([^/]+)\/([\w-]{43})$/.exec(location.hash)
  if (found === null) return null
  history.replaceState(history.state, '', location.pathname + location.search)
  return { username: decodeURIComponent(found[1] ?? ''), code: found[2] ?? '' }
}
