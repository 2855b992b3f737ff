import { download } from '@maru/client/api/client'
import type { CsvOf } from '../../parts/save-csv.tsx'
import { t } from './texts.ts'

/** Every number of the site and of its options as it holds now, a line each. */
export const settingsFile: CsvOf = {
  name: t('settingsFile'),
  read: (signal) => download('GET /api/console/option/value.csv', { signal }),
}
