export { statementJob } from './reconcile.ts'
