// How much staff may let out, give or take at once, and how long what they ask for waits.
export { registerCaps } from './desk.ts'
export { capsOf, isAbove, refuseAbove, type StaffCaps } from './store.ts'
