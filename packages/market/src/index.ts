export type * from './feed.ts'
