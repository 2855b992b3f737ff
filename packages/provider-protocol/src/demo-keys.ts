import type { ProtocolKeys } from './keys.ts'
import { hmacHex } from './signature.ts'

export interface DirectionKeys {
  /** The platform signs calls and links with these. */
  readonly call: ProtocolKeys
  /** The provider signs webhooks and answers with these. */
  readonly webhook: ProtocolKeys
}

/** The keys of a site at a provider that the sandbox plays: both sides derive them from one secret, so that nothing has to be kept. */
export function demoKeys(secret: string, siteId: number, provider: string): DirectionKeys {
  const key = (direction: 'call' | 'webhook') => ({
    id: `sandbox-${direction}-${siteId}-${provider}`,
    secret: hmacHex(secret, `${direction}:${siteId}:${provider}`),
  })
  return { call: [key('call')], webhook: [key('webhook')] }
}
