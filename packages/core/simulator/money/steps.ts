import type { Command, DnwRow, MoneyConfig } from '../../src/index.ts'
import { equal } from '../checks.ts'
import { isExit, isMerchantSale } from './exits.ts'

type Status = DnwRow['status']

/** From which state a request comes to which (rules D). */
const legal: Readonly<Record<Status, readonly Status[]>> = {
  REQUESTED: ['REVIEW', 'CANCELED'],
  REVIEW: ['APPROVED', 'REJECTED'],
  APPROVED: ['COMPLETED', 'REJECTED'],
  COMPLETED: [],
  REJECTED: [],
  CANCELED: [],
}

/** What a request has gone through: each state follows from the one before, at its time, and by enough persons. */
export function judgeSteps(
  before: DnwRow | null,
  row: DnwRow,
  command: Command | null,
  { cancelWindowMs, fourEyesFrom, approvalMs, depositExpiryMs }: MoneyConfig,
  wall: number,
): void {
  const what = `request ${row.id} of type ${row.type}`
  const known = before?.steps ?? []
  equal(JSON.stringify(row.steps.slice(0, known.length)), JSON.stringify(known), `the past of ${what}`)
  if (before?.processedAt != null) throw new Error(`${what} was closed and changed`)
  if (before) equal(row.rev, before.rev + newRevisions(before, row), `the version of ${what}`)
  const added = row.steps.slice(known.length)
  for (const { at } of added) equal(at, wall, `the time of a state of ${what}`)
  const states = row.steps.flatMap(({ state }): Status[] => (state === 'ARRIVED' ? [] : [state]))
  equal(states.at(-1), row.status, `the newest state of ${what}`)
  if (added.some(({ state }) => state === 'ARRIVED')) judgeArrival(before, row, command)
  equal(row.processedAt !== null, legal[row.status].length === 0, `whether ${what} is closed`)
  if (isMerchantSale(row) && added.some(({ state }) => state === 'APPROVED'))
    judgePersons(row, command, fourEyesFrom, approvalMs, wall)
  if (row.type !== 'D' && !isExit(row)) return
  const isLeg = row.steps.length === 1 && row.status === 'COMPLETED'
  if (isLeg) return
  equal(states[0], 'REQUESTED', `the first state of ${what}`)
  for (let index = 1; index < states.length; index++) {
    const [from, to] = [states[index - 1]!, states[index]!]
    if (!legal[from].includes(to)) throw new Error(`${what} came from ${from} to ${to}`)
  }
  if (row.type === 'D') judgeExpiry(before, row, depositExpiryMs, wall)
  for (const { state } of added) {
    const isYoung = wall < (row.type === 'D' ? row.expiresAt! : row.createdAt + cancelWindowMs)
    // What is paid to a member who is shut out was not asked for by him.
    if (row.type !== 'D' && state === 'REVIEW' && isYoung && command?.kind !== 'payRest')
      throw new Error(`${what} was taken while its member may cancel`)
    if (state === 'CANCELED' && command?.kind === 'cancelRequest' && !isYoung)
      throw new Error(`${what} was cancelled late`)
    if (state === 'CANCELED' && command === null && isYoung) throw new Error(`${what} expired early`)
    if (state === 'APPROVED') judgePersons(row, command, fourEyesFrom, approvalMs, wall)
  }
}

/** A deposit waits as long as its site says, and longer by no more than the time that passed: an outage gives its time back. */
function judgeExpiry(before: DnwRow | null, row: DnwRow, expiryMs: number, wall: number): void {
  const { id, expiresAt, cancelableUntil, createdAt } = row
  equal(cancelableUntil, expiresAt, `until when request ${id} may be cancelled`)
  if (before === null) equal(expiresAt, createdAt + expiryMs, `until when request ${id} waits`)
  const given = before === null ? 0 : expiresAt! - before.expiresAt!
  if (given === 0) return
  // By a clock that was set back a request may be younger than the outage was long.
  const isLost = given > 3_000 || given === wall - createdAt
  if (!isLost || given > wall - createdAt || before!.status !== 'REQUESTED')
    throw new Error(`request ${id} was given ${given} ms`)
}

/** Money arrives for a deposit that is open, once, by what its provider reports. */
function judgeArrival(before: DnwRow | null, row: DnwRow, command: Command | null): void {
  const what = `the money of request ${row.id}`
  equal(command?.kind, 'providerFact', `what brought ${what}`)
  equal(row.type, 'D', `what ${what} arrived for`)
  equal(row.steps.filter(({ state }) => state === 'ARRIVED').length, 1, `how often ${what} arrived`)
  if (before?.processedAt != null) throw new Error(`${what} arrived after its end`)
}

/** Two persons from an amount on and where something is odd; else one, or the bank. */
function judgePersons(row: DnwRow, command: Command | null, from: bigint, approvalMs: number, wall: number): void {
  const persons = new Set(row.approvals.map(({ staffId }) => staffId))
  const isByBank = command?.kind === 'providerFact' && row.type === 'D'
  // What names the money that came is nothing odd.
  const isOdd = row.flags.some((flag) => !flag.startsWith('ARRIVED'))
  const needed = row.won >= from || isOdd ? 2 : isByBank ? 0 : 1
  if (persons.size < needed) throw new Error(`request ${row.id} was approved by ${persons.size} persons, not ${needed}`)
  const absent = command?.kind === 'approveRequest' ? (command.absent ?? []) : []
  for (const staffId of absent)
    if (persons.has(staffId)) throw new Error(`request ${row.id} was approved by ${staffId}, who works here no longer`)
  for (const { at } of row.approvals)
    if (wall - at >= approvalMs) throw new Error(`request ${row.id} was approved by a lapsed approval`)
}

/** Every change of a row is a version; several in one call are counted by what they added. */
function newRevisions(before: DnwRow, row: DnwRow): number {
  const isMore = row.rev - before.rev
  if (isMore < Math.max(1, row.steps.length - before.steps.length)) return Number.NaN
  return isMore
}
