import { rowSortingFeature, tableFeatures } from '@tanstack/react-table'

/** What the console's tables do beside showing rows: the server sorts, filters and pages. */
export const features = tableFeatures({ rowSortingFeature, columnMeta: {} as { align?: 'right'; isExtra?: boolean } })
