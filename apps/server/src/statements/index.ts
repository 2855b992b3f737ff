export { registerStatementImport } from './import.ts'
export { statementJob } from './reconcile.ts'
