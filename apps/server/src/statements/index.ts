export { providerOfAccount } from './accounts.ts'
export { type LineFault, releaseClosingLine, takeClosingLine } from './closing-line.ts'
export { registerStatementImport } from './import.ts'
export { statementJob } from './reconcile.ts'
