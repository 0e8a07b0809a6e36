import { Hono } from 'hono'
import type { App } from '../app-types.ts'
import { lazyModule } from '../lazy-module.ts'
import { language } from '../middleware/language.ts'

// What widgets are made of stays out of the isolate until somebody asks for one.
const answers = lazyModule(() => import('../widget-answer.ts'))

/** `/widgets/carousel` and `/widgets/grid` (§2). */
export const widgets = new Hono<App>().get('/:kind{carousel|grid}', language, async (c) =>
  (await answers()).widgetAnswer(c),
)
