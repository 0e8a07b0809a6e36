import { QUERY_MAX_CHARS } from '../../shared/limits.ts'
import { CHOSEN_RATINGS } from '../../shared/schema/choices.ts'

/** A search on this server. Without a script it opens the answer; with one, the answer is shown below. */
export const TryForm = () => (
  <section aria-labelledby="try">
    <h2 id="try">Try a search</h2>
    <form className="api-try" action="/v1/gifs/search" data-try-form>
      <label>
        <code>q</code>
        <input
          name="q"
          type="text"
          defaultValue="happy"
          required
          maxLength={QUERY_MAX_CHARS}
          autoComplete="off"
        />
      </label>
      <label>
        <code>limit</code>
        <input name="limit" type="number" defaultValue="2" min="1" max="50" />
      </label>
      <label>
        <code>rating</code>
        <select name="rating" defaultValue="g">
          {CHOSEN_RATINGS.map((rating) => (
            <option key={rating}>{rating}</option>
          ))}
        </select>
      </label>
      <button type="submit">Send</button>
    </form>
  </section>
)
