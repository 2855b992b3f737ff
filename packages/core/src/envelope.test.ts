import { describe, expect, test } from 'vitest'
import type { Book } from './book.ts'
import { books } from './books.ts'
import { coreOf } from './core.ts'
import { type Actor, type ActorKind, byMember, byProvider, byStaff, bySystem, type Envelope } from './envelope.ts'
import { emptySnapshot, House, NOON, operator, SITE } from './testing.ts'
import type { Command, Ctx, Reply } from './types.ts'

const key = (name: string) => ({ key: name, route: 'POST /x', bodyHash: 'h' })
const envelopes: Readonly<Record<ActorKind, Envelope>> = {
  member: byMember({ siteId: SITE, memberId: 1 }, key('k')),
  staff: operator,
  system: bySystem(SITE),
  provider: byProvider(SITE, 'bank', 'event-1'),
}
const ctx: Ctx = { at: NOON, nextId: () => 1, wall: NOON }

/** A core with one more book, which counts how often each command ran. */
function counting() {
  const runs: string[] = []
  const run = (_state: unknown, command: Envelope & { readonly kind: string }): Reply => {
    runs.push(command.kind)
    return { status: 200, body: { nth: runs.length } }
  }
  const commands = {
    arrive: { actors: ['provider'], key: 'external', run },
    decide: { actors: ['member', 'staff'], key: 'client', run },
  }
  const core = coreOf([...books, { name: 'counting', commands } as unknown as Book])(emptySnapshot())
  const give = (kind: keyof typeof commands, envelope: Envelope) =>
    core.execute({ kind, ...envelope } as unknown as Command, ctx)
  return { core, runs, give }
}

describe('a command that is not given as its book says is a bug of the caller, and changes nothing', () => {
  const rules = books.flatMap(({ commands }) => Object.entries(commands))
  test.each(rules)('%s by another than its book names', (kind, { actors }) => {
    const others = Object.entries(envelopes).filter(([actor]) => !actors.includes(actor as never))
    expect(others.length).toBeGreaterThan(0)
    for (const [, envelope] of others) {
      const h = new House()
      h.settle()
      const before = h.core.stateHash()
      expect(() => h.do({ kind, ...envelope } as unknown as Command)).toThrow('to give')
      expect(h.core.stateHash()).toBe(before)
    }
  })

  test('a key is given up by its member alone', () => {
    const { actor: _, ...rest } = byMember({ siteId: SITE, memberId: 1 }, null)
    const h = new House()
    const abandon = (actor: Actor) => h.do({ kind: 'abandonKey', ...rest, actor, abandoned: 'k' } as Command)
    expect(() => abandon({ kind: 'staff', id: 1 })).toThrow('to give')
    expect(() => abandon({ kind: 'member', id: 2 })).toThrow('is about another')
    expect(abandon({ kind: 'member', id: 1 }).status).toBe(404)
  })

  const { give } = counting()
  const staff = byStaff(SITE, 9, 'asked for', { key: key('s') })
  test.each<[string, Envelope, RegExp]>([
    ['about another member', { ...byMember({ siteId: SITE, memberId: 1 }, key('k')), memberId: 2 }, /is about another/],
    ['without its key', byMember({ siteId: SITE, memberId: 1 }, null), /is not client/],
    ["of a provider's key", { ...staff, key: { event: 'e' } } as unknown as Envelope, /is not client/],
    ['of no site', { ...staff, siteId: 0 }, /names no site/],
    ['of no member of staff', { ...staff, actor: { kind: 'staff', id: 0.5 } }, /names no staff/],
    ['without a reason', { ...staff, reason: undefined } as unknown as Envelope, /has no reason/],
    ['approved by him who gives it', { ...staff, approval: { id: 5, staffId: 9 } }, /no valid approval/],
    ['approved under no number', { ...staff, approval: { id: 0, staffId: 8 } }, /no valid approval/],
  ])('%s', (_name, envelope, message) => {
    expect(() => give('decide', envelope)).toThrow(message)
  })

  test('all sites are named by the house alone, and a provider by its name', () => {
    expect(() => give('arrive', { ...byProvider(SITE, 'bank', 'e'), siteId: null } as unknown as Envelope)).toThrow(
      'no site',
    )
    expect(() => give('arrive', byProvider(SITE, '', 'e'))).toThrow('no provider')
    expect(() => give('arrive', { ...byProvider(SITE, 'bank', 'e'), key: key('k') } as unknown as Envelope)).toThrow(
      'not external',
    )
  })
})

test('what is approved by another member of staff is taken', () => {
  const { give } = counting()
  const approved = byStaff(SITE, 9, 'asked for', { key: key('s'), approval: { id: 5, staffId: 8 } })
  expect(give('decide', approved).reply).toEqual({ status: 200, body: { nth: 1 } })
})

test('an event of a provider is taken over once, whatever it says when it is told again', () => {
  const { core, runs, give } = counting()
  const first = give('arrive', byProvider(SITE, 'bank', 'event-1'))
  expect(first.rows.replies).toEqual([
    expect.objectContaining({ actorKind: 'provider', actorId: 'bank', key: 'event-1', route: 'arrive', bodyHash: '' }),
  ])
  const again = give('arrive', { ...byProvider(SITE, 'bank', 'event-1'), amount: 5 } as Envelope)
  expect([again.reply, again.rows.replies, runs.length]).toEqual([first.reply, [], 1])
  expect(core.recentReply({ siteId: SITE, actorKind: 'provider', actorId: 'bank', key: 'event-1' })).not.toBeNull()
})

test('the same key of another actor, or in another site, is another key', () => {
  const { runs, give } = counting()
  const k = key('event-1')
  for (const envelope of [
    byMember({ siteId: SITE, memberId: 7 }, k),
    byMember({ siteId: SITE, memberId: 8 }, k),
    byStaff(SITE, 7, 'asked for', { key: k }),
    byStaff(2, 7, 'asked for', { key: k }),
  ])
    give('decide', envelope)
  for (const provider of ['bank', 'mint']) give('arrive', byProvider(SITE, provider, 'event-1'))
  expect(runs).toHaveLength(6)
})

test('an operator changes options of his own site only', () => {
  const h = new House()
  const [option] = h.ask('rounds.options', { siteId: SITE })
  const reply = h.do({ kind: 'configureOption', ...byStaff(2, 9, 'a try'), option: { ...option!, isStop: true } })
  expect(reply).toEqual({ status: 403, body: { code: 'SITE_MISMATCH', params: {} } })
  expect(h.ask('rounds.options', { siteId: SITE })).toEqual([option])
})
