import { Hono } from 'hono'
import type { App } from '../app-types.ts'
import { language } from '../http/language.ts'
import { lazyModule } from '../http/lazy-module.ts'

// What widgets are made of stays out of the isolate until somebody asks for one.
const answers = lazyModule(() => import('./respond.ts'))

/** `/widgets/carousel` and `/widgets/grid` (§2). */
export const widgets = new Hono<App>().get('/:kind{carousel|grid}', language, async (c) =>
  (await answers()).widgetAnswer(c),
)
