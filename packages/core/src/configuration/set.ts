import { refusalReply } from '../idempotency.ts'
import { invariant } from '../invariant.ts'
import type { State, Turn } from '../state.ts'
import type { Command, ConfigItem, EpochMs, Reply } from '../types.ts'
import { configure } from './changes.ts'
import { scopes } from './scopes.ts'

type ConfigureSet = Extract<Command, { kind: 'configureSet' }>

/** As many rows as one person can look over. */
const MOST_ITEMS = 50

/** Changes several rows, all or none: each is judged before the first one changes. */
export function configureSet(state: State, command: ConfigureSet, turn: Turn): Reply {
  const { siteId, items } = command
  const refusal = refuseSet(state, siteId, items, turn.at)
  if (refusal) return refusal
  const isLate = command.effectiveFrom !== null && command.effectiveFrom <= turn.at
  const effectiveFrom = isLate ? null : command.effectiveFrom
  const changes: unknown[] = []
  // Brackets may be refused by an account under them: before anything changed.
  for (const item of items.toSorted((a, b) => Number(hasBrackets(b)) - Number(hasBrackets(a)))) {
    const { scope, optionId, changes: wanted } = item
    const reply = configure(
      state,
      { ...command, kind: 'configure', scope, optionId, changes: wanted, effectiveFrom },
      turn,
    )
    if (reply.status >= 400) {
      invariant(changes.length === 0, 'a set of changes that was judged is made as a whole')
      return reply
    }
    changes.push(reply.body)
  }
  return { status: 200, body: { changes } }
}

/** Why a set of changes cannot be made now; null: it can, as far as that shows without all accounts under it. */
export function refuseSet(state: State, siteId: number, items: readonly ConfigItem[], at: EpochMs): Reply | null {
  const rows = new Set(items.map(({ scope, optionId }) => `${scope}:${optionId}`))
  if (items.length === 0 || items.length > MOST_ITEMS || rows.size < items.length) return fault('items')
  if (items.filter(hasBrackets).length > 1) return fault('brackets')
  for (const { scope, optionId, changes, before } of items) {
    if (!Object.hasOwn(scopes, scope)) return fault('scope')
    if (Object.keys(changes).length === 0) return fault('changes')
    if (Object.keys(changes).some((key) => !Object.hasOwn(before, key))) return fault('before')
    const asked = { siteId, scope, optionId, changes }
    const refusal = scopes[scope].refuse(state, asked, { at })
    if (refusal) return refusal
    if (!scopes[scope].isAsBefore(state, asked, before)) return refusalReply('STALE_VERSION')
  }
  return null
}

const hasBrackets = ({ changes }: ConfigItem): boolean => 'brackets' in changes
const fault = (key: string): Reply => refusalReply('INVALID_REQUEST', { key })
