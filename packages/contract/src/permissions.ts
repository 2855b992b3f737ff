import type { StaffRole } from './enums.ts'

/**
 * What a role may do with a part of the house: none · read · write: alone · second: asks and agrees, two persons for each change ·
 * ask: proposes to another role · agree: decides what another role proposed. Each but none reads, too.
 */
export type Right = 'none' | 'read' | 'write' | 'second' | 'ask' | 'agree'

const letters = { '-': 'none', R: 'read', W: 'write', S: 'second', A: 'ask', G: 'agree' } as const satisfies Record<
  string,
  Right
>
const order = ['SUPER', 'SITE', 'FINANCE', 'CS', 'AUDIT'] as const satisfies readonly StaffRole[]

/** Rights of SUPER, SITE, FINANCE, CS, AUDIT, in this order. Partners are members, not staff: they have none of these. */
const table = {
  sites: 'S - - - R',
  options: 'S S - - R',
  members: 'W W R W R',
  // Two persons where a request is large or flagged: the core says which.
  money: 'R R W R R',
  // Whoever works at the desk writes down what colleagues should know of a request.
  deskNotes: 'W W W W R',
  suspense: 'R R S R R',
  bonus: 'R R S R R',
  coupons: 'R A G R R',
  couponsRevoke: 'R W W R R',
  content: 'W W - W R',
  groupMessages: 'W W - - R',
  partners: 'W S S - R',
  results: 'R R R - R',
  freeze: 'W W W R R',
  // What one member may stake, order, bring and take at most: below what his site allows.
  ceilings: 'W W W R R',
  caps: 'S - - - R',
  maintenance: 'S R R R R',
  staff: 'S - - - R',
  providers: 'S R R - R',
  secrets: 'S - - - R',
  riskGroups: 'S R R R R',
  stopWithdrawals: 'W W W R R',
  stopTrading: 'W W R R R',
  disputes: 'R R G A R',
  disputeFiles: '- - R R R',
  treasury: 'R - S - R',
  restPayout: 'R R S R R',
  // One rate serves all sites of a house: whoever confirms it works at each of them.
  fxFixing: 'W W R - R',
  traders: 'R W R R R',
  audit: 'R - - - R',
  overview: 'R R R R R',
  // Whoever takes an alarm says that he sees to it, and changes nothing.
  alarms: 'W W W W R',
  alarmAddresses: 'W W R R R',
  self: 'R R R R R',
  // His own, and nothing of the house: the only thing that AUDIT writes.
  savedFilters: 'W W W W W',
  // Whoever changes nothing needs no proof.
  proof: 'W W W W R',
  // Each kind of approval names the permission that decides about it.
  approvals: 'W W W R R',
} as const

/** A part of the house that staff calls name; a call without one cannot be declared. */
export type Permission = keyof typeof table
export const permissions = Object.keys(table) as readonly Permission[]

/** What a role may do with a part of the house. */
export function rightOf(role: StaffRole, permission: Permission): Right {
  const letter = table[permission].split(' ')[order.indexOf(role)] as keyof typeof letters
  return letters[letter]
}

export const mayRead = (role: StaffRole, permission: Permission): boolean => rightOf(role, permission) !== 'none'

/** May the role begin a change, alone or for a second person? */
export const mayAsk = (role: StaffRole, permission: Permission): boolean =>
  ['write', 'second', 'ask'].includes(rightOf(role, permission))

/** May the role be the second person? */
export const mayAgree = (role: StaffRole, permission: Permission): boolean =>
  ['write', 'second', 'agree'].includes(rightOf(role, permission))

/** The roles that may make a call, in the order of the table. */
export const rolesOf = (method: 'GET' | 'POST', permission: Permission): readonly StaffRole[] =>
  order.filter((role) => (method === 'GET' ? mayRead : mayAsk)(role, permission))
