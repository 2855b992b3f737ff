export { backup } from './backup.ts'
export { restore } from './restore.ts'
