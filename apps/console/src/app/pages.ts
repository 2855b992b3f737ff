import { loadPart } from '@maru/client/page/chunk-recovery'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { Area } from './areas.ts'

const pages = new Map<Area, LazyExoticComponent<ComponentType>>()

/** The page of an area, loaded when it is first shown. */
export function pageOf(area: Area): LazyExoticComponent<ComponentType> {
  const page = pages.get(area) ?? lazy(() => loadPart(area.page))
  pages.set(area, page)
  return page
}
