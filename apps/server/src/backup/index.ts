export { backup } from './backup.ts'
export { readMark, removeMark, writeMark } from './mark.ts'
export { restore } from './restore.ts'
