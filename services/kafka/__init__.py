"""Kafka: the topics, the relay that fills them, and a broker for local use."""
