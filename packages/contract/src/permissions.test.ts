import { expect, it } from 'vitest'
import { type Endpoint, endpoints, type Permission, permissions, type Right, rightOf, StaffRole } from './index.ts'

/** The rights of SUPER, SITE, FINANCE, CS and AUDIT as the rules of the house name them. */
const rules: Partial<Record<Permission, readonly Right[]>> = {
  sites: ['second', 'none', 'none', 'none', 'read'],
  options: ['second', 'second', 'none', 'none', 'read'],
  members: ['write', 'write', 'read', 'write', 'read'],
  money: ['read', 'read', 'write', 'read', 'read'],
  deskNotes: ['write', 'write', 'write', 'write', 'read'],
  bonus: ['read', 'read', 'second', 'read', 'read'],
  content: ['write', 'write', 'none', 'write', 'read'],
  groupMessages: ['write', 'write', 'none', 'none', 'read'],
  partners: ['write', 'second', 'second', 'none', 'read'],
  results: ['read', 'read', 'read', 'none', 'read'],
  freeze: ['write', 'write', 'write', 'read', 'read'],
  ceilings: ['write', 'write', 'write', 'read', 'read'],
  caps: ['second', 'none', 'none', 'none', 'read'],
  staff: ['second', 'none', 'none', 'none', 'read'],
  disputes: ['read', 'read', 'agree', 'ask', 'read'],
}

it.each(Object.entries(rules))('gives %s to the roles that the rules name', (permission, rights) => {
  expect(StaffRole.options.map((role) => rightOf(role, permission as Permission))).toEqual(rights)
})

it('lets AUDIT read everything and write nothing but filters of his own', () => {
  expect(permissions.filter((permission) => rightOf('AUDIT', permission) !== 'read')).toEqual(['savedFilters'])
})

it('lets nobody write results: ticks, fills and the ledger are the core’s', () => {
  expect(StaffRole.options.map((role) => rightOf(role, 'results'))).not.toContain('write')
})

it('stands over each call of staff, and over no other', () => {
  const all = Object.values<Endpoint>(endpoints)
  for (const { path, auth, permission } of all) {
    expect([path, auth === 'staff']).toEqual([
      path,
      path.startsWith('/api/console') || /^\/api\/admin(\/|$)/.test(path),
    ])
    expect([path, permission !== undefined]).toEqual([path, auth === 'staff'])
  }
  // A list of roles beside the table would say something else some day.
  expect(all.filter((call) => 'roles' in call).map(({ path }) => path)).toEqual([])
})
