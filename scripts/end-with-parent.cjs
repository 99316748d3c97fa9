// Loaded into npm while it installs: an npm that outlives the command it belongs to would write into the folder that the
// next command installs into.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.channel?.unref();
