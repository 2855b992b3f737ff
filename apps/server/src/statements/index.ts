export { providerOfAccount } from './accounts.ts'
export { lineFaultCodes, releaseClosingLine, takeClosingLine, takeReturnLine } from './closing-line.ts'
export { registerStatementImport } from './import.ts'
export { statementJob } from './reconcile.ts'
