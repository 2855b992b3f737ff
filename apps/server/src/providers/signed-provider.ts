import { isIP } from 'node:net'
import {
  answerOf,
  type CallKind,
  Confirmation,
  callPath,
  calls,
  confirmationPath,
  type ProviderName,
  Statement,
  type StatementLine,
  signLink,
  statementFault,
  statementPath,
  statusPath,
} from '@maru/provider-protocol'
import type { Logger } from 'pino'
import { absent, type Provider, type ProviderAnswer } from './port.ts'
import { exchange, type ProviderAccess, type Received, type TransportConfig } from './transport.ts'

export interface SignedProviderSetup extends TransportConfig {
  readonly name: ProviderName
  readonly siteId: number
  readonly access: ProviderAccess
  readonly log: Logger
}

const linkLivesMs = 600_000
const usualTransitMs = 86_400_000
/** A statement of more pages is refused: somebody repeats a cursor. */
const mostPages = 1_000

/** A provider behind the signed HTTP protocol (docs/providers.md). */
export function signedProvider({ name, siteId, access, log, ...transport }: SignedProviderSetup): Provider {
  const get = (path: string) => exchange(access, { method: 'GET', path }, transport)
  const warn = (what: string, why: string) => log.warn({ provider: name, siteId, what, why }, 'provider not understood')

  const read = <K extends CallKind>(kind: K, idempotencyKey: string, received: Received): ProviderAnswer<K> => {
    if (received.status === null) return unknown(received.fault)
    if (received.status !== 200) return unknown(`answer ${received.status}: ${problemOf(received.body)}`)
    const answer = answerOf(kind).safeParse(received.body)
    if (!answer.success) return unknown('the answer has another form than the protocol')
    const { state, providerRef, reason, idempotencyKey: named } = answer.data
    if (named !== idempotencyKey) return unknown('the answer is about another key')
    return {
      outcome: state,
      providerRef,
      detail: reason ?? null,
      result: 'result' in answer.data ? (answer.data.result as ProviderAnswer<K>['result']) : null,
    }
  }

  return {
    name,
    siteId,
    transitMs: access.transitMs ?? usualTransitMs,
    async call(kind, body, { idempotencyKey }) {
      const sent = calls[kind].parse({ ...body, idempotencyKey })
      const request = { method: 'POST', path: callPath(kind), body: JSON.stringify(sent) } as const
      const answer = read(kind, idempotencyKey, await exchange(access, request, transport))
      if (answer.outcome === 'UNKNOWN') warn(`call ${kind} ${idempotencyKey}`, answer.detail ?? '')
      return answer
    },
    async status(kind, idempotencyKey) {
      const received = await get(statusPath(idempotencyKey))
      return received.status === 404 ? absent : read(kind, idempotencyKey, received)
    },
    async confirmation(providerRef) {
      const received = await get(confirmationPath(providerRef))
      if (received.status === 404) return absent
      const read = received.status === 200 ? Confirmation.safeParse(received.body) : null
      return read?.success && read.data.providerRef === providerRef ? read.data : null
    },
    async statement(day, account) {
      const lines: StatementLine[] = []
      let next: string | null = null
      for (let page = 0; page < mostPages; page++) {
        const received = await get(statementPath(day, account, next))
        const read = received.status === 200 ? Statement.safeParse(received.body) : null
        if (!read?.success || read.data.day !== day || read.data.account !== account) {
          warn(`statement ${day}`, received.status === null ? received.fault : `answer ${received.status}`)
          return null
        }
        lines.push(...read.data.lines)
        next = read.data.next
        if (next !== null) continue
        const { next: _, ...whole } = { ...read.data, lines }
        const fault = statementFault(whole)
        if (fault === null) return whole
        warn(`statement ${day}`, fault)
        return null
      }
      warn(`statement ${day}`, 'it does not end')
      return null
    },
    link(page, query, seenAs) {
      const url = new URL(`${access.baseUrl}/${page}`)
      if (access.isEverywhere === true && isIP(seenAs) === 4) url.hostname = seenAs
      for (const [key, value] of Object.entries({ ...query, site: String(siteId) })) url.searchParams.set(key, value)
      const expiresAt = transport.now() + linkLivesMs
      return { url: signLink(url.href, access.call[0], expiresAt), expiresAt }
    },
  }
}

const unknown = (detail: string) => ({ outcome: 'UNKNOWN', providerRef: null, detail, result: null }) as const

function problemOf(body: unknown): string {
  const { error } = (typeof body === 'object' && body !== null ? body : {}) as { error?: unknown }
  return typeof error === 'string' ? error.slice(0, 60) : 'no reason given'
}
