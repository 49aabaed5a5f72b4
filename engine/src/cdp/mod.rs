//! The Chrome DevTools Protocol: processes, transports and the routing of answers and events.
