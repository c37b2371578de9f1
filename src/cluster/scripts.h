/* The steps of the protocol that must be one: scripts in the server's Lua, each with its keys and arguments.
 *
 * The group of the stream of tasks is "w". A task whose name is in `results` is over, whatever else is left of it. */
#ifndef INDUCT_CLUSTER_SCRIPTS_H
#define INDUCT_CLUSTER_SCRIPTS_H

/* tasks queued results | name task: adds the task unless it is there, or over. 1: added. */
static const char script_submit[] = "if redis.call('HEXISTS',KEYS[3],ARGV[1])==1 then return 0 end "
                                    "if redis.call('SADD',KEYS[2],ARGV[1])==0 then return 0 end "
                                    "redis.call('XADD',KEYS[1],'*','n',ARGV[1],'t',ARGV[2]) return 1";

/* closed barred about | worker: whether there is work to do. */
static const char script_state[] = "if redis.call('EXISTS',KEYS[1])==1 then return 'closed' end "
                                   "if redis.call('SISMEMBER',KEYS[2],ARGV[1])==1 then return 'barred' end "
                                   "if redis.call('EXISTS',KEYS[3])==0 then return 'none' end "
                                   "return 'open'";

/* tasks closed barred results | entry worker name: goes on with a lease, of its owner only. */
static const char script_renew[] =
    "if redis.call('EXISTS',KEYS[2])==1 then return 'closed' end "
    "if redis.call('SISMEMBER',KEYS[3],ARGV[2])==1 then return 'barred' end "
    "if redis.call('HEXISTS',KEYS[4],ARGV[3])==1 then return 'over' end "
    "local p=redis.call('XPENDING',KEYS[1],'w',ARGV[1],ARGV[1],1) "
    "if #p==0 or p[1][2]~=ARGV[2] then return 'lost' end "
    "redis.call('XCLAIM',KEYS[1],'w',ARGV[2],0,ARGV[1],'JUSTID') return 'held'";

/* tasks | entry worker: gives a task back, so that the next one who asks gets it. */
static const char script_release[] =
    "local p=redis.call('XPENDING',KEYS[1],'w',ARGV[1],ARGV[1],1) "
    "if #p==0 or p[1][2]~=ARGV[2] then return 0 end "
    "redis.call('XCLAIM',KEYS[1],'w',ARGV[2],0,ARGV[1],'IDLE',2000000000,'JUSTID') return 1";

/* tasks results done barred | entry name worker result: the first result counts, of one who is not barred. */
static const char script_finish[] =
    "if redis.call('SISMEMBER',KEYS[4],ARGV[3])==1 then return 'barred' end "
    "local new=redis.call('HSETNX',KEYS[2],ARGV[2],ARGV[4]) "
    "if new==1 then redis.call('XADD',KEYS[3],'*','n',ARGV[2]) end "
    "redis.call('XACK',KEYS[1],'w',ARGV[1]) redis.call('XDEL',KEYS[1],ARGV[1]) "
    "if new==1 then return 'stored' end return 'late'";

/* queued results barred | name worker (or ""): forgets a result that is not good, and bars who gave it. */
static const char script_reject[] = "if ARGV[2]~='' then redis.call('SADD',KEYS[3],ARGV[2]) end "
                                    "redis.call('HDEL',KEYS[2],ARGV[1]) "
                                    "redis.call('SREM',KEYS[1],ARGV[1]) return 1";

#endif
