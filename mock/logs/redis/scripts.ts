/**
 * The Lua scripts of the log. Redis runs each of them atomically, so that a commit is stored as a whole or not at all.
 *
 * A world has a hash `meta` (`uid` of this incarnation, `version`, `tail`: id of the newest commit, `cp` and `cpTail`:
 * version and id of the commit of the stored state, `size`: its length, `grown`: the length of the commits after it, `sv` and `cause`: the last commit that replaced the whole world, `at`:
 * the time of the newest commit, `used`, `added`: number of calls, `by:REPLICA`: its last commit), a stream `log` of
 * commits with `VERSION-0` as id, a list `state` of lines, a hash of snapshots and a list of calls. The first line of a
 * fork's state is `{"shared":"ID"}` when the others are its differences from a state that several worlds share.
 */
import { createHash } from 'node:crypto';

export interface Script {
  readonly text: string;
  readonly sha: string;
}

/** The keys of a world, see `keys.ts`. */
const WORLD_KEYS = `
local worlds, made, feed, fed = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local meta, log, state, snapshots, calls, shared = KEYS[5], KEYS[6], KEYS[7], KEYS[8], KEYS[9], KEYS[10]
local function publish(...)
  local n = redis.call('INCR', fed)
  redis.call('XADD', feed, 'MAXLEN', '~', 1000, string.format('%d-0', n), ...)
end
local function idOf(version)
  local entry = redis.call('XRANGE', log, version .. '-0', version .. '-0')[1]
  return entry and entry[2][2]
end
local function sourceId()
  local first = redis.pcall('LINDEX', state, 0)
  return type(first) == 'string' and string.match(first, '^{"shared":"([^"]+)"}$') or ''
end
local function releaseSource()
  local id = sourceId()
  if id == '' then return end
  local users = redis.pcall('HINCRBY', shared, id, -1)
  if type(users) == 'number' and users <= 0 then
    redis.call('HDEL', shared, id)
    redis.call('DEL', shared .. ':' .. id)
  end
end
`;

function script(body: string): Script {
  const text = WORLD_KEYS + body;
  return { text, sha: createHash('sha1').update(text).digest('hex') };
}

/**
 * Appends a commit. A commit that was already appended by a call whose reply was lost counts as appended.
 *
 * Shape: world, known uid or empty, expected version, id of the commit of that version or empty, id of the commit, replica,
 * its time, the time after which it no longer waits, a uid for a new world, `changes` and the line, or `state`, the upload,
 * the cause, its length, the id of the state that it differs from or empty, and the upload of that state when it is new.
 * Returns the outcome, the uid, the length of the stored state and that of the commits after it.
 */
export const append = script(`
local world, uid, expected, tail, id, replica = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4], ARGV[5], ARGV[6]
local at, latest, newUid, kind, body, cause, size = ARGV[7], tonumber(ARGV[8]), ARGV[9], ARGV[10], ARGV[11], ARGV[12], ARGV[13]
local source, whole = ARGV[14], ARGV[15]
local known = redis.call('HMGET', meta, 'uid', 'version', 'tail', 'by:' .. replica, 'size', 'grown')
if uid ~= '' and known[1] ~= uid then return {'gone'} end
if known[4] == id then return {'ok', known[1], known[5], known[6]} end
local version = tonumber(known[2] or '0')
if version ~= expected or (tail ~= '' and known[3] ~= tail) then return {'conflict'} end
local time = redis.call('TIME')
if tonumber(time[1]) * 1000 + tonumber(time[2]) / 1000 > latest then return {'late'} end
local before = known[3] or ''
version = version + 1
if kind == 'state' then
  if redis.call('EXISTS', body) == 0 then return {'lost'} end
  if whole ~= '' and redis.call('EXISTS', whole) == 0 then return {'lost'} end
  if source ~= '' then
    if whole == '' and redis.call('HEXISTS', shared, source) == 0 then return {'unshared'} end
    redis.call('HINCRBY', shared, source, 1)
  end
  if whole ~= '' then
    redis.call('RENAME', whole, shared .. ':' .. source)
    redis.call('PERSIST', shared .. ':' .. source)
  end
  redis.call('XADD', log, version .. '-0', 'id', id)
  releaseSource()
  redis.call('RENAME', body, state)
  redis.call('PERSIST', state)
  redis.call('HSET', meta, 'cp', version, 'cpTail', id, 'sv', version, 'cause', cause, 'size', size, 'grown', 0)
  redis.call('XTRIM', log, 'MINID', version .. '-0')
else
  redis.call('XADD', log, version .. '-0', 'id', id, 'body', body)
  known[6] = redis.call('HINCRBY', meta, 'grown', #body)
end
if not known[1] then
  uid = newUid
  redis.call('HSET', meta, 'uid', uid, 'used', tonumber(time[1]) * 1000)
  redis.call('ZADD', worlds, redis.call('INCR', made), world)
else
  uid = known[1]
end
redis.call('HSET', meta, 'version', version, 'tail', id, 'at', at, 'by:' .. replica, id)
if kind == 'state' or #body > 16000 then body = '' end
publish('world', world, 'uid', uid, 'version', version, 'id', id, 'before', before, 'at', at, 'body', body)
return {'ok', uid, kind == 'state' and size or known[5], kind == 'state' and 0 or known[6]}
`);

/**
 * Reads the commits after a version, or the stored state and the commits after it when older ones were dropped, when the
 * whole world was replaced, and when the reader knows commits that Redis has lost.
 *
 * Shape: version, known uid or empty, id of the known commit of that version or empty. Returns uid, version, id of its
 * commit, time, why the state is returned or empty, its version, its cause, its lines, those of the state that it differs
 * from, and the commits.
 */
export const read = script(`
local from, uid, tail = tonumber(ARGV[1]), ARGV[2], ARGV[3]
local known = redis.call('HMGET', meta, 'uid', 'version', 'tail', 'at', 'cp', 'cpTail', 'sv', 'cause')
if not known[1] or (uid ~= '' and known[1] ~= uid) then return {} end
local cp, sv = tonumber(known[5]), tonumber(known[7])
local why = ''
if from > tonumber(known[2]) then why = 'lost'
elseif from == 0 then why = 'first'
else
  local id = idOf(from) or (cp == from and known[6])
  if id and tail ~= '' and id ~= tail then why = 'lost'
  elseif sv > from then why = 'replaced'
  elseif not id then why = 'dropped' end
end
local lines, whole, first = {}, {}, from
if why ~= '' then
  lines, first = redis.call('LRANGE', state, 0, -1), cp
  local source = sourceId()
  if source ~= '' then whole = redis.call('LRANGE', shared .. ':' .. source, 0, -1) end
end
local commits = redis.call('XRANGE', log, (first + 1) .. '-0', '+')
local cause = (why == 'replaced' or cp == sv) and known[8] or ''
return {known[1], known[2], known[3], known[4], why, known[5], cause, lines, whole, commits}
`);

/** Reads the newest version of a world. Shape: 1 to note that it is in use. Units: returns seconds and microseconds last. */
export const newest = script(`
local known = redis.call('HMGET', meta, 'uid', 'version', 'tail', 'at', 'used')
local time = redis.call('TIME')
if not known[1] then return {'', '0', '', '0', time[1], time[2]} end
local now = tonumber(time[1]) * 1000
if ARGV[1] == '1' and now - tonumber(known[5]) >= 1000 then
  local noted = redis.pcall('HSET', meta, 'used', now)
  if type(noted) == 'table' and noted.err and string.sub(noted.err, 1, 8) == 'READONLY' then return noted end
end
return {known[1], known[2], known[3], known[4], time[1], time[2]}
`);

/**
 * Replaces the stored state by a newer one, and drops the commits that it contains, except for the newest ones, which
 * other replicas may not have read yet.
 *
 * Shape: uid, version, id of its commit, upload, its length, number of commits to keep.
 */
export const checkpoint = script(`
local uid, version, id, upload, size, keep = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4], ARGV[5], tonumber(ARGV[6])
local known = redis.call('HMGET', meta, 'uid', 'cp')
if known[1] ~= uid or tonumber(known[2]) >= version or (id ~= '' and idOf(version) ~= id) then
  redis.call('DEL', upload)
  return 0
end
if redis.call('EXISTS', upload) == 0 then return 0 end
redis.call('HSET', meta, 'cp', version, 'cpTail', idOf(version), 'size', size, 'grown', 0)
releaseSource()
redis.call('RENAME', upload, state)
redis.call('PERSIST', state)
if version > keep then redis.call('XTRIM', log, 'MINID', (version - keep) .. '-0') end
if redis.call('HLEN', meta) > 64 then
  for _, field in ipairs(redis.call('HKEYS', meta)) do
    if string.sub(field, 1, 3) == 'by:' then redis.call('HDEL', meta, field) end
  end
end
return 1
`);

/**
 * Deletes a world, even if its keys have values that the scripts did not write. Shape: world, known uid or empty,
 * prefix of the keys of snapshots.
 */
export const drop = script(`
local uid = redis.pcall('HGET', meta, 'uid')
if type(uid) ~= 'string' then uid = '' end
if ARGV[2] ~= '' and uid ~= '' and uid ~= ARGV[2] then return 0 end
local ids = redis.pcall('HKEYS', snapshots)
if not ids.err then for _, id in ipairs(ids) do redis.call('DEL', ARGV[3] .. id) end end
releaseSource()
redis.call('DEL', meta, log, state, snapshots, calls)
redis.call('ZREM', worlds, ARGV[1])
publish('world', ARGV[1], 'uid', uid, 'version', 0, 'id', '', 'before', '', 'at', 0, 'body', '')
return 1
`);

/** Stores a snapshot. Shape: known uid or empty, id, head as JSON, upload, key of the snapshot, unique token. */
export const keepSnapshot = script(`
local uid, id, head, upload, key, token = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local current = redis.call('HGET', meta, 'uid')
if not current or (uid ~= '' and current ~= uid) then return 'gone' end
local kept = redis.call('HGET', snapshots, id)
if kept then
  redis.call('DEL', upload)
  return string.sub(kept, 1, #token) == token and 'ok' or 'conflict'
end
if redis.call('EXISTS', upload) == 0 then return 'lost' end
redis.call('HSET', snapshots, id, token .. ' ' .. redis.call('HLEN', snapshots) .. ' ' .. head)
redis.call('RENAME', upload, key)
redis.call('PERSIST', key)
return 'ok'
`);

/** Adds a call. Shape: known uid or empty, JSON, channel. Returns its number, 0 if there is no such world. */
export const addCall = script(`
local uid = redis.call('HGET', meta, 'uid')
if not uid or (ARGV[1] ~= '' and uid ~= ARGV[1]) then return 0 end
redis.call('RPUSH', calls, ARGV[2])
redis.call('LTRIM', calls, -1000, -1)
local number = redis.call('HINCRBY', meta, 'added', 1)
redis.call('PUBLISH', ARGV[3], number .. ' ' .. ARGV[2])
return number
`);

/** Replaces a call. Shape: known uid or empty, JSON, channel, number. */
export const replaceCall = script(`
local known = redis.call('HMGET', meta, 'uid', 'added')
if not known[1] or (ARGV[1] ~= '' and known[1] ~= ARGV[1]) then return 0 end
local place = tonumber(ARGV[4]) - tonumber(known[2] or '0') - 1
if place >= 0 or -place > redis.call('LLEN', calls) then return 0 end
redis.call('LSET', calls, place, ARGV[2])
redis.call('PUBLISH', ARGV[3], ARGV[4] .. ' ' .. ARGV[2])
return 1
`);

export const readCalls = script(`
return {redis.call('HGET', meta, 'added') or '0', redis.call('LRANGE', calls, 0, -1)}
`);

/** Removes the calls. Shape: 1 to count from 1 again. */
export const clearCalls = script(`
redis.call('DEL', calls)
if ARGV[1] == '1' then redis.call('HDEL', meta, 'added') end
return 1
`);
