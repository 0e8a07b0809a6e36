import type { Transport } from '../shared/net/transport.ts'
import type { Language } from '../shared/texts/texts.ts'
import type { Bindings, Config } from './env.ts'
import type { PingbackSink } from './pingbacks/sink.ts'
import type { Provider } from './provider/provider.ts'
import type { Vimeo } from './provider/vimeo.ts'
import type { EmbedMemo, WidgetMemo } from './render/page-memo.ts'
import type { Monitor } from './report/monitor.ts'
import type { UpstreamTime } from './report/request-line.ts'

/** What kind of answer a path gives: it decides the headers, and how a failure is shown. */
export type ResponseClass =
  | 'embed'
  | 'page'
  | 'api'
  | 'oembed'
  | 'site'
  | 'pingback'
  | 'media'
  | 'static'
  | 'plain'

/** What the routes ask; made once per isolate by `index.ts`, or by a test. */
export type Services = {
  config: Config
  provider: Provider
  media: Transport
  /** Pages that are drawn already. */
  widgets: WidgetMemo
  embeds: EmbedMemo
  /** Loaded after the answer: an embed's request never pays for it. */
  pingbacks: () => Promise<PingbackSink>
  vimeo: Vimeo
  /** Takes every response, where logs or reports are configured. */
  monitor: Monitor | undefined
  /** The state of each binding, for `/healthz`. */
  bindings: Record<string, boolean>
}

/** The types that travel through Hono: bindings, and what middleware leaves for the route. */
export type App = {
  Bindings: Bindings
  Variables: {
    services: Services
    requestId: string
    /** Scheme and host that absolute URLs start with: the configured one, else the request's own. */
    publicUrl: string
    responseClass: ResponseClass
    times?: UpstreamTime[]
    /** The call that answered, where a route stands for many. */
    route?: string
    /** What `worker/http/language.ts` found; only its routes have one, and pages for failures. */
    language: Language
  }
}
